/** What stands where something was taken out. */
export const REDACTED = '[redacted]';

export interface Redacted<T> {
  readonly value: T;
  /** Where something was taken out, now or earlier: `spec.template.env[0].value`. Never what it was. */
  readonly paths: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Takes out of any JSON whatever looks secret: values under names such as `userData` or `apiToken`, the values of
 * environment variables, and in every text keys, tokens and scripts. Rather too much than too little: what was taken out
 * is told by its path, and nothing of it is needed to find an owner.
 */
export function withoutSecrets(value: unknown, path = ''): Redacted<unknown> {
  if (typeof value === 'string') return redactedText(value, path);
  if (Array.isArray(value)) return eachItem(value, path, redactedItem);
  if (isObject(value)) return objectWithoutSecrets(value, path);
  return { value, paths: [] };
}

/** {@link withoutSecrets} of one text. */
export function redactedText(text: string, path: string): Redacted<string> {
  const value = isJsonWithSecrets(text) ? REDACTED : textWithoutSecrets(text);
  return { value, paths: value.includes(REDACTED) ? [path] : [] };
}

function isJsonWithSecrets(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return withoutSecrets(JSON.parse(text)).paths.length > 0;
  } catch {
    return false;
  }
}

/** `--token`, then `abc`: what follows a flag is its value. */
function redactedItem(item: unknown, path: string, before: unknown): Redacted<unknown> {
  const isFlagsValue = typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before);
  return isFlagsValue ? hidden(item, path) : withoutSecrets(item, path);
}

/** {@link withoutSecrets} of one object. */
export function objectWithoutSecrets(object: JsonObject, path = ''): Redacted<JsonObject> {
  const isNamedSecret = [object.name, object.key].some(
    (name) => typeof name === 'string' && isSecretName(name),
  );
  return eachField(object, path, (field, value, at) => {
    if (isSecretName(field) || (isNamedSecret && /^values?$/i.test(field))) return hidden(value, at);
    return /^env(ironment|vars?)?$/i.test(field) ? redactedEnvironment(value, at) : withoutSecrets(value, at);
  });
}

/** A list of names with values, as containers have it, or an object of them. The names may be shown, no value may. */
function redactedEnvironment(environment: unknown, path: string): Redacted<unknown> {
  if (Array.isArray(environment)) {
    return eachItem(environment, path, (item, at) =>
      isObject(item) ? eachField(item, at, redactedVariable) : hidden(item, at),
    );
  }
  if (isObject(environment)) return eachField(environment, path, (_name, value, at) => hidden(value, at));
  return hidden(environment, path);
}

function redactedVariable(field: string, value: unknown, path: string): Redacted<unknown> {
  return field === 'name' ? withoutSecrets(value, path) : hidden(value, path);
}

/** Yes, no and nothing are no secrets. */
function hidden(value: unknown, path: string): Redacted<unknown> {
  const isHarmless = typeof value === 'boolean' || value === null || value === undefined || value === '';
  return isHarmless ? { value, paths: [] } : { value: REDACTED, paths: [path] };
}

function eachItem(
  list: readonly unknown[],
  path: string,
  redact: (item: unknown, path: string, before: unknown) => Redacted<unknown>,
): Redacted<unknown> {
  const items = list.map((item, index) => redact(item, `${path}[${index}]`, list[index - 1]));
  return { value: items.map(({ value }) => value), paths: items.flatMap(({ paths }) => paths) };
}

function eachField(
  object: JsonObject,
  path: string,
  redact: (field: string, value: unknown, path: string) => Redacted<unknown>,
): Redacted<JsonObject> {
  const fields = Object.entries(object).map(([field, value]) => {
    const shown = textWithoutSecrets(field);
    return { shown, ...redact(field, value, pathTo(path, shown)) };
  });
  return {
    value: Object.fromEntries(fields.map(({ shown, value }) => [shown, value])),
    paths: fields.flatMap(({ paths }) => paths),
  };
}

function pathTo(path: string, field: string): string {
  if (!/^\w[\w-]*$/.test(field)) return `${path}[${JSON.stringify(field)}]`;
  return path === '' ? field : `${path}.${field}`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** However it is spelt: `userData`, `user-data`, `USER_DATA`. A plain `key` is none: requirements and taints have one. */
const SECRET_NAME =
  /secret|token|passw|pwd|passphrase|credential|(private|signing|encryption|access|api|ssh|host)keys?|^keys$|keyring|keystore|userdata|customdata|cloudinit|cloudconfig|(startup|init|boot)script|authori[sz]ation|^auth$|bearer|cookie|kubeconfig|dockerc(on)?f/;

function isSecretName(name: string): boolean {
  return name === LAST_APPLIED || SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** kubectl keeps a copy of the whole object there, as one text. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const PEM = /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g;
const JSON_WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;
/** As GitHub, Slack and AWS write theirs. */
const KNOWN_TOKEN = /\b(?:gh[pousr]_|xox[abeprs]-|AKIA)[\w-]{10,}/g;
const AUTHORIZATION = /(\bauthorization["']?\s*[:=]\s*["']?\w+\s+|\bbearer\s+)[^\s"',;]{8,}/gi;
const USER_IN_ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]+@/gi;
/** `DB_PASSWORD=x`, `"token": "x"`. */
const ASSIGNMENT =
  /((?:secret|token|passw(?:or)?d|passphrase|credential|(?:private|signing|encryption|access|api)[-_]?key)[\w-]*["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi;
/** `--client-secret x`. */
const FLAG = /(--?[\w-]*(?:secret|token|password|passphrase|credential)[\w-]*\s+)([^\s-]\S*)/gi;
/** For the first start of a machine: whatever it holds. */
const SCRIPT = /^\s*(?:#!|#cloud-config|#include|Content-Type: multipart)/;
const BLOB = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
/** As `base64` breaks its lines. */
const BLOB_IN_LINES = /^(?:[A-Za-z0-9+/_-]{32,}\r?\n)+[A-Za-z0-9+/_=-]*\s*$/;

/** A text in which whatever looks secret is {@link REDACTED}. Doing it twice changes nothing more. */
function textWithoutSecrets(text: string): string {
  if (SCRIPT.test(text)) return REDACTED;
  if (BLOB_IN_LINES.test(text) && isSecretBlob(text.replaceAll(/\s/g, ''))) return REDACTED;
  return text
    .replace(PEM, REDACTED)
    .replace(JSON_WEB_TOKEN, REDACTED)
    .replace(KNOWN_TOKEN, REDACTED)
    .replace(AUTHORIZATION, `$1${REDACTED}`)
    .replace(USER_IN_ADDRESS, `$1${REDACTED}@`)
    .replace(ASSIGNMENT, `$1${REDACTED}`)
    .replace(FLAG, `$1${REDACTED}`)
    .replace(BLOB, (blob, at: number) => (!isDigest(text, at) && isSecretBlob(blob) ? REDACTED : blob));
}

/** Of an image; it is no secret. */
function isDigest(text: string, at: number): boolean {
  return text.slice(0, at).endsWith('sha256:');
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** From this length on, a text of upper and lower case and digits is hardly a name. AWS writes its keys so short. */
const BLOB_LENGTH = 40;

/** A key of 32 bytes in hex, something that decodes to a key or script, or a long text that looks random. */
function isSecretBlob(blob: string): boolean {
  if (/^[0-9a-f]{64}$/i.test(blob)) return true;
  const decoded = Buffer.from(blob, 'base64').toString('latin1');
  if (decoded.includes('-----BEGIN') || SCRIPT.test(decoded)) return true;
  const random = blob.replaceAll(UUID, '');
  return random.length >= BLOB_LENGTH && [/[A-Z]/, /[a-z]/, /[0-9]/].every((kind) => kind.test(random));
}
