import type { Label, Locale } from '#kernel/wording/label.ts'
import { realm } from '../provider/addresses.ts'
import { pageTexts } from './texts.ts'

/** Escaped markup; created by `html` only. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlChild = Html | string | number | undefined | false | readonly Html[]

/** Builds markup: inserted texts are escaped, inserted markup is kept, `undefined` and `false` are dropped. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlChild[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? rendered(parts[index]) : '')).join(''))
}

function rendered(part: HtmlChild): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The common parts of the identity provider's pages. */
export interface Frame {
  readonly locale: Locale
  /** Name of the product. */
  readonly product: Label
  /** Name of the company: the root of the organisation. */
  readonly company?: Label
  readonly year: number
}

export const assets = `${realm}/assets`

/** A constant, since in a tagged template the bundler would replace the text with a helper. */
const scriptEnd = new Html('</script>')

/** A complete page: the panel with the contour lines, and the content. */
export function documentOf(frame: Frame, title: string, content: Html, script?: string): string {
  const { locale, product } = frame
  const page = html`<!doctype html>
<html lang="${locale === 'cn' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${assets}/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets}/sign-in.css">
${script ? html`<script src="${assets}/${script}" defer>${scriptEnd}` : undefined}
</head>
<body>
<aside class="panel" aria-label="${product[locale]}">
<p class="brand">${logo}<span>${product[locale]}</span>${
    locale === 'cn' && product.en !== product.cn ? html`<span class="second" lang="en">${product.en}</span>` : undefined
  }</p>
${slogan(frame)}
<p class="owner">${frame.company ? html`© ${frame.year} ${both(frame.company, locale)}` : undefined}</p>
</aside>
<main><div class="column">
<p class="brand small">${logo}<span>${product[locale]}</span></p>
${content}
</div></main>
</body>
</html>`
  return page.text
}

function slogan({ locale }: Frame): Html {
  const { slogan: lines, promise } = pageTexts[locale]
  return html`<div class="slogan"><p class="line">${lines[0]}<br>${lines[1]}</p><p>${promise}</p></div>`
}

function both({ cn, en }: Label, locale: Locale): Html {
  if (locale === 'en' || cn === en) return html`${en}`
  return html`${cn} <span lang="en">${en}</span>`
}

const logo = html`<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28"
    rx="7"/><path d="M6 19.5 11 9.5l3.4 6 2.6-4.2 5 8.2" fill="none" stroke-width="2.2" stroke-linejoin="round"
      stroke-linecap="round"/></svg>`
