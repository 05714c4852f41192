import type { Service } from './calls.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

/** An answer of 200 whose body is JSON already. */
export function jsonText(body: string | Uint8Array): Answer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

const REASONS: Readonly<Record<number, readonly [word: string, message: string]>> = {
  400: ['BadRequest', 'the request is not valid'],
  401: ['Unauthorized', 'token is missing or no longer valid'],
  403: ['Forbidden', 'role does not allow this action'],
  404: ['NotFound', 'the resource does not exist'],
  405: ['MethodNotAllowed', 'this simulator only reads'],
  409: ['Conflict', 'the resource is busy with another task'],
  410: ['Expired', 'The provided continue parameter is too old to display a consistent list result.'],
  429: ['TooManyRequests', 'too many requests'],
  500: ['InternalError', 'unexpected failure'],
  502: ['BadGateway', 'no good answer from behind'],
  503: ['ServiceUnavailable', 'the service is not available'],
  504: ['Timeout', 'no answer from behind in time'],
};

/**
 * A refusal in the shape of its service (kakaocloud-api 7). The code words of the real services are not public, so
 * these begin with `Sample.`.
 */
export function refusal(
  service: Service,
  status: number,
  message?: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const [word, usual] = REASONS[status] ?? ['Failed', 'the request failed'];
  const text = message ?? usual;
  switch (service) {
    case 'iam':
      return json(
        status,
        { error: { code: status, message: text, title: word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') } },
        headers,
      );
    case 'kubernetes':
      return json(
        status,
        {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: text,
          reason: word,
          code: status,
        },
        headers,
      );
    default: {
      const code = status === 400 ? 'InvalidRequest.BadRequest' : `Sample.${word}`;
      return json(status, { error: { code, message: text } }, headers);
    }
  }
}

/** FastAPI's shape for a parameter of the wrong form. */
export function unprocessable(parameter: string, message: string): Answer {
  return json(422, { detail: [{ loc: ['query', parameter], msg: message, type: 'value_error' }] });
}
