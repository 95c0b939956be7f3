import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { open } from '#server/http/access.ts'
import { contours } from './contours.ts'
import { assets } from './document.ts'

/** Style, scripts, pictures and the font of the sign-in pages, from memory. */
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
