import { parseXml, XmlElement } from '@rgrove/parse-xml';

// An own reader would have to tell a whole document from one that breaks off, entities and comments included; this
// parser refuses whatever is not well-formed, reads no DTD, and depends on nothing.

/** The root element; `undefined` when the text is no whole XML document. */
export function rootOf(text: string): XmlElement | undefined {
  try {
    return parseXml(text).root ?? undefined;
  } catch {
    return undefined;
  }
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children
    .filter((child) => child instanceof XmlElement)
    .filter((child) => child.name === name);
}

/** The text of the one child of this name; `undefined` when there is none, or more than one. */
export function textIn(element: XmlElement, name: string): string | undefined {
  const [child, second] = childrenOf(element, name);
  return second === undefined ? child?.text : undefined;
}
