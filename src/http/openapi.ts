import { createRequire } from 'node:module';
import type * as Swagger from '@nestjs/swagger';

/**
 * The decorators of @nestjs/swagger, which is an optional peer: an application without it mounts the routes all the same, they
 * are only not described. (A required peer would be installed in its newest major version, beside an older Nest: npm refuses.)
 */
const swagger = installed();

function installed(): typeof Swagger | undefined {
  try {
    return createRequire(__filename)('@nestjs/swagger') as typeof Swagger;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const describesNothing = () => (): void => undefined;

export const ApiAcceptedResponse: typeof Swagger.ApiAcceptedResponse = swagger?.ApiAcceptedResponse ?? describesNothing;
export const ApiExtraModels: typeof Swagger.ApiExtraModels = swagger?.ApiExtraModels ?? describesNothing;
export const ApiHeader: typeof Swagger.ApiHeader = swagger?.ApiHeader ?? describesNothing;
export const ApiNoContentResponse: typeof Swagger.ApiNoContentResponse =
  swagger?.ApiNoContentResponse ?? describesNothing;
export const ApiOkResponse: typeof Swagger.ApiOkResponse = swagger?.ApiOkResponse ?? describesNothing;
export const ApiOperation: typeof Swagger.ApiOperation = swagger?.ApiOperation ?? describesNothing;
export const ApiParam: typeof Swagger.ApiParam = swagger?.ApiParam ?? describesNothing;
export const ApiProperty: typeof Swagger.ApiProperty = swagger?.ApiProperty ?? describesNothing;
export const ApiPropertyOptional: typeof Swagger.ApiPropertyOptional = swagger?.ApiPropertyOptional ?? describesNothing;
export const ApiResponse: typeof Swagger.ApiResponse = swagger?.ApiResponse ?? describesNothing;
export const ApiSecurity: typeof Swagger.ApiSecurity = swagger?.ApiSecurity ?? describesNothing;
export const ApiTags: typeof Swagger.ApiTags = swagger?.ApiTags ?? describesNothing;
export const getSchemaPath: typeof Swagger.getSchemaPath = swagger?.getSchemaPath ?? (() => '');
