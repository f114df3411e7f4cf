import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { KEY_SCHEME } from './needs-key.decorator';
import { problemOfStatus } from './problem';
import { sendProblem } from './problem.filter';

/** `/docs` (Swagger UI) and `/docs-json` (OpenAPI 3.1). */
export function mountDocs(app: INestApplication): void {
  const config = new DocumentBuilder()
    .setTitle('nest-react-agent')
    .setDescription(
      'A ReAct agent whose every step can be seen: ask a question, read the run, its steps and its events.',
    )
    .setVersion('0.1')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key of REACT_API_KEYS, where keys are configured. Beside each route stands the scope that its key needs: ' +
          '`ask` to ask, read and cancel, `approve` to decide on approvals, `write` to delete; `admin` has all of them. ' +
          'What belongs to another tenant answers like what does not exist. /docs, /docs-json, /health and / want no key.',
      },
      KEY_SCHEME,
    )
    .setOpenAPIVersion('3.1.0')
    .build();
  app.use('/docs', pageFilesOnly);
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'docs-json',
    raw: ['json'],
  });
}

/** What the page loads; Swagger UI would serve its whole package. */
const PAGE_FILES = new Set([
  '/',
  '/swagger-ui.css',
  '/swagger-ui-bundle.js',
  '/swagger-ui-standalone-preset.js',
  '/swagger-ui-init.js',
  '/favicon-16x16.png',
  '/favicon-32x32.png',
]);

/** Mounted at `/docs`, so that `url` begins after it. */
function pageFilesOnly({ url = '' }: IncomingMessage, response: HttpResponse, next: () => void): void {
  if (PAGE_FILES.has(url.split('?', 1)[0]!)) next();
  else sendProblem(response, problemOfStatus(404, 'There is no such file'));
}
