import { createHash } from 'node:crypto';

/**
 * The page's Content-Security-Policy. Of all that a page can load or run, it allows this one script and this one style,
 * by their hashes; whatever else gets into the page stays dead text.
 */
export function contentSecurityPolicy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
