/** Elements that a text may keep, with the attributes of each. */
const kept: Readonly<Record<string, readonly string[]>> = {
  P: [], BR: [], DIV: [], SPAN: [], B: [], STRONG: [], I: [], EM: [], U: [], S: [], UL: [], OL: [], LI: [], H3: [], H4: [], BLOCKQUOTE: [],
  A: ['href'], TABLE: [], TBODY: [], THEAD: [], TR: [], TD: ['colspan', 'rowspan'], TH: ['colspan', 'rowspan'], CODE: [], PRE: [],
}

/** Elements whose content goes with them. */
const dropped = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'EMBED', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'MATH', 'FORM', 'INPUT', 'BUTTON', 'TEXTAREA', 'SELECT', 'LINK', 'META', 'BASE'])

const safeAddress = /^(https?:|mailto:|\/(?!\/))/i

/** HTML without anything that runs, loads or imitates the page: what is unknown loses its tags and keeps its text. */
export function sanitise(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  clean(body)
  return body.innerHTML
}

function clean(parent: Element): void {
  for (const element of Array.from(parent.children)) {
    if (dropped.has(element.tagName.toUpperCase())) {
      element.remove()
      continue
    }
    clean(element)
    const attributes = kept[element.tagName]
    if (attributes) keepOnly(element, attributes)
    else element.replaceWith(...element.childNodes)
  }
}

function keepOnly(element: Element, attributes: readonly string[]): void {
  for (const { name, value } of Array.from(element.attributes)) {
    const isSafe = attributes.includes(name) && (name !== 'href' || safeAddress.test(value.trim()))
    if (!isSafe) element.removeAttribute(name)
  }
  if (element.tagName !== 'A') return
  element.setAttribute('rel', 'noopener noreferrer')
  element.setAttribute('target', '_blank')
}
