import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { open } from '#server/http/access.ts'
import { assets } from './document.ts'

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
