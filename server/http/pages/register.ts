import type { FastifyInstance } from 'fastify'
import { open } from '../access.ts'
import { pageAddress } from '../address.ts'
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
  app.route({ method: ['GET', 'HEAD'], url: pageAddress, config: { access: open, raw: true }, schema: { hide: true }, handler: indexPage(directory, connect) })
  await registerAssets(app, directory)
}
