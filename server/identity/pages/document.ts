import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Clock } from '#server/host.ts'
import { contentSecurityPolicy } from '#server/http/security.ts'
import { open } from '#server/http/access.ts'
import { realm } from '../provider/addresses.ts'
import { pageTexts } from '../texts.ts'
import type { Organisations } from '../organisation/organisation.ts'

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

const assets = `${realm}/assets`

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

export interface FrameSource {
  readonly db: Db
  readonly clock: Clock
  readonly organisations: Organisations
  readonly product: Label
  /** Origins to which our forms may lead, including redirects. */
  readonly origins: readonly string[]
}

/** The current frame of a page; the company is the root of the organisation. */
export async function frameOf({ db, clock, organisations, product }: FrameSource, locale: Locale): Promise<Frame> {
  const { groups } = await organisations.at(db)
  const root = [...groups.values()].find((group) => group.parent_id === null && group.type === 'GROUP')
  return { locale, product, company: root && splitName(root.name), year: Number(todayOf(clock.now()).slice(0, 4)) }
}

/** Content-Security-Policy of the pages: the form may redirect to the application. */
export function policyOfPages(origins: readonly string[]): string {
  return contentSecurityPolicy({ formAction: ["'self'", ...origins] })
}

/** Sends a page of the identity provider with its content security policy, without caching. */
export function sendPage(reply: FastifyReply, page: string, { origins }: Pick<FrameSource, 'origins'>): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policyOfPages(origins)).header('cache-control',
    'no-store').send(page)
}

/** Serves styles, scripts, pictures and the font of the sign-in pages from memory. */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  for (const [name, { type, content }] of Object.entries(await contents())) {
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    app.get(`${assets}/${name}`, { config: { access: open, raw: true } }, async (request, reply) => {
      reply.header('etag', tag).header('cache-control', 'public, max-age=3600')
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      return reply.type(type).send(content)
    })
  }
}

async function contents(): Promise<Record<string, { type: string; content: Buffer }>> {
  const svg = 'image/svg+xml'
  return {
    'sign-in.css': { type: 'text/css; charset=utf-8', content: await readFile(new URL('./assets/sign-in.css', import.meta.url)) },
    'sign-in.js': { type: 'text/javascript; charset=utf-8', content: await readFile(new URL('./assets/sign-in.js', import.meta.url)) },
    'sign-out.js': { type: 'text/javascript; charset=utf-8', content: await readFile(new URL('./assets/sign-out.js', import.meta.url)) },
    'mark.svg': { type: svg, content: await readFile(new URL('./assets/mark.svg', import.meta.url)) },
    'contours.svg': { type: svg, content: Buffer.from(contours()) },
    'inter.woff2': { type: 'font/woff2',
      content: await readFile(createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')) },
  }
}

const width = 560

const height = 900

const lines = 20

/** Distance between two points of a line; small enough to look smooth. */
const step = 5

/** The contour lines of the sign-in panel: two peaks, flattening from line to line. */
function contours(): string {
  const paths = Array.from({ length: lines }, (_, index) => `<path d="${line(index)}" opacity="${(0.5 - index * 0.022).toFixed(3)}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice" fill="none"
    stroke="#c9d3f7" stroke-width="1">${paths.join('')}</svg>`
}

function line(index: number): string {
  const flat = 1 - index / (lines * 1.35)
  const base = 622 + index * 15
  const points = Array.from({ length: width / step + 1 }, (_, place) => {
    const x = place * step
    const y = base - flat * (98 * peak(x, 148, 105) + 222 * peak(x, 432, 82) + 18 * Math.sin(x / 90 + index / 6))
    return `${x} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

function peak(x: number, centre: number, breadth: number): number {
  return Math.exp(-(((x - centre) / breadth) ** 2))
}
