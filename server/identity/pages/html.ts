/** Markup that is safe to send; made by `html` alone. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlChild = Html | string | number | undefined | false | readonly Html[]

/** Builds markup: every inserted text is escaped, inserted markup stays, `undefined` and `false` vanish. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlChild[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? rendered(parts[index]) : '')).join(''))
}

function rendered(part: HtmlChild): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
