/** Elements that a rich text keeps, with the attributes of each. Any other element loses its tags and keeps its text. */
export const allowedElements: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null) as object, {
  p: [],
  br: [],
  div: [],
  span: [],
  b: [],
  strong: [],
  i: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: [],
  li: [],
  h3: [],
  h4: [],
  blockquote: [],
  a: ['href'],
  table: [],
  tbody: [],
  thead: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  code: [],
  pre: [],
})

/** Elements whose content goes with them. */
export const droppedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'template',
  'noscript',
  'svg',
  'math',
  'form',
  'input',
  'button',
  'textarea',
  'select',
  'link',
  'meta',
  'base',
  'title',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
])

/** Attributes that every link has: the page it opens cannot reach back to ours. */
export const linkAttributes = { rel: 'noopener noreferrer', target: '_blank' } as const

/** The value with which an attribute is kept; undefined when it is not. `value` is without character references. */
export function keptAttribute(element: string, name: string, value: string): string | undefined {
  if (!allowedElements[element]?.includes(name)) return undefined
  if (name !== 'href') return /^[1-9]\d{0,2}$/.test(value) ? value : undefined
  // browsers leave out blanks and control characters before they read an address
  const address = value.replace(/[\p{Cc}\s]/gu, '')
  return safeAddress.test(address) ? address : undefined
}

/** Of the web, of a mailbox, or a path of our own; a second slash or a backslash would lead to another host. */
const safeAddress = /^(https?:|mailto:|\/(?![/\\]))/i
