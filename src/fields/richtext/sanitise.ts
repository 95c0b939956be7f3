import { allowedElements, droppedElements, keptAttribute, linkAttributes } from '#kernel/rich-text/allowed-elements.ts'
import { sanitiseHtml } from '#kernel/rich-text/sanitise.ts'

/**
 * HTML without anything that runs, loads or imitates the page: what is unknown loses its tags and keeps its text. The text is
 * cleaned before the browser parses it, so that nothing in it is tried and reported as a breach of the page's policy; then
 * what the browser made of it is cleaned once more.
 */
export function sanitise(html: string): string {
  const { body } = new DOMParser().parseFromString(sanitiseHtml(html), 'text/html')
  clean(body)
  return body.innerHTML
}

function clean(parent: Element): void {
  for (const element of Array.from(parent.children)) {
    const name = element.tagName.toLowerCase()
    if (droppedElements.has(name)) {
      element.remove()
      continue
    }
    clean(element)
    if (allowedElements[name]) keepAllowed(element, name)
    else element.replaceWith(...element.childNodes)
  }
}

function keepAllowed(element: Element, name: string): void {
  for (const { name: attribute, value } of Array.from(element.attributes)) {
    const kept = keptAttribute(name, attribute, value)
    if (kept === undefined) element.removeAttribute(attribute)
    else element.setAttribute(attribute, kept)
  }
  if (name !== 'a') return
  for (const [attribute, value] of Object.entries(linkAttributes)) element.setAttribute(attribute, value)
}
