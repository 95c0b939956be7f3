import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { open } from '../access.ts'
import { isPageAddress, pageAddress } from '../address.ts'
import { routeRegistry } from '../authorization.ts'
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
  const isCallFolder = callFolders(app)
  answering('/*', (request, reply) =>
    isPageAddress(request.originalUrl, request.headers) && !isCallFolder(request.originalUrl)
      ? page(request, reply)
      : reply.callNotFound())
  await registerAssets(app, directory)
}

/** Returns a function that tells whether calls lie below the first folder of an address: what is no call there is unknown, and no page. */
function callFolders(app: FastifyInstance): (address: string) => boolean {
  let folders: ReadonlySet<string> | undefined
  return (address) => {
    // the calls are all registered when the first one comes
    folders ??= new Set(routeRegistry(app).flatMap(({ url }) => /^\/([a-z][\w-]*)\//i.exec(url)?.[1] ?? []))
    return folders.has(/^\/([^/?]*)/.exec(address)?.[1] ?? '')
  }
}
