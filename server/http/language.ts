import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Locale } from '#kernel/wording/label.ts'

/** Gives every request its `language`: from the header, else from the signed-in person, else Chinese. */
export function installLanguage(app: FastifyInstance): void {
  app.decorateRequest('language', {
    getter() {
      return languageOf(this)
    },
  })
}

/** The language of a request, also of one that failed before routing. */
export function languageOf(request: Pick<FastifyRequest, 'headers'> & Partial<Pick<FastifyRequest, 'signedIn'>>): Locale {
  const header = request.headers['accept-language']
  return header === undefined ? (request.signedIn?.locale ?? 'cn') : parseLanguage(header)
}

/** Parses `en_US`, `zh_CN` and browsers' values: the known language with the highest weight, else Chinese. */
export function parseLanguage(header: string): Locale {
  const tags = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const weight = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean)
    return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = tags.filter(({ tag, weight }) => /^(en|zh)([-_]|$)/.test(tag) && weight > 0).toSorted((left, right) =>
    right.weight - left.weight
  )
  return known[0]?.tag.startsWith('en') ? 'en' : 'cn'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer. */
    readonly language: Locale
  }
}
