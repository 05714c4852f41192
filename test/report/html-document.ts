import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

/**
 * The page as a strict parser reads it that knows nothing of ours. Every tag of the page is closed, so that it is XML
 * too, but for what stands in its script and its style.
 */
export function parsed(page: string): XmlElement {
  const { root } = parseXml(withoutCode(page));
  if (root === null) throw new Error('the page is empty');
  return root;
}

/** The page without what is the same in every page. */
export function withoutCode(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '<style>…</style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script>…</script>')
    .replaceAll(/sha256-[A-Za-z0-9+/=]+/g, 'sha256-…');
}

export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return [
    element,
    ...element.children.flatMap((child) => (child instanceof XmlElement ? elementsOf(child) : [])),
  ];
}

export function textsOf(element: XmlElement): readonly string[] {
  return element.children.flatMap((child) => {
    if (child instanceof XmlText) return [child.text];
    return child instanceof XmlElement ? textsOf(child) : [];
  });
}
