import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';

/** `/docs` (Swagger UI) and `/docs-json` (OpenAPI 3.1). */
export function mountDocs(app: INestApplication): void {
  const config = new DocumentBuilder()
    .setTitle('nest-react-agent')
    .setDescription(
      'A ReAct agent whose every step can be seen: ask a question, read the run, its steps and its events.',
    )
    .setVersion('0.1')
    .setOpenAPIVersion('3.1.0')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), { jsonDocumentUrl: 'docs-json' });
}
