/** The anchors that GitHub gives to a page's headings: lower case, no punctuation, dashes for blanks. */
export function anchorsOf(page: string): readonly string[] {
  return [...withoutFences(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A page without its blocks of code. */
export function withoutFences(page: string): string {
  return page.replace(/^ *```[\s\S]*?^ *```$/gm, '');
}
