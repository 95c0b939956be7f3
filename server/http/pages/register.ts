import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { open } from '../access.ts'
import { isPageAddress, pageAddress } from '../address.ts'
import { registerAssets } from './assets.ts'
import { indexPage } from './index-page.ts'

export interface Pages {
  /** A finished build. */
  readonly directory: string
  /** Hosts beside this one that the pages' scripts may ask, such as an external identity provider. */
  readonly connect: readonly string[]
}

/** Serves the screens: the application must have been built with `servesPages`, which leads navigations here. */
export async function registerPages(app: FastifyInstance, { directory, connect }: Pages): Promise<void> {
  const page = indexPage(directory, connect)
  const answering = (url: string, handler: RouteHandlerMethod) =>
    app.route({ method: ['GET', 'HEAD'], url, config: { access: open, raw: true }, schema: { hide: true }, handler })
  answering(pageAddress, page)
  answering('/*', (request, reply) => (isPageAddress(request.originalUrl, request.headers) ? page(request, reply) : reply.callNotFound()))
  await registerAssets(app, directory)
}
