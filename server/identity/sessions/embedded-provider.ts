import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Clock } from '#server/host.ts'
import type { Caller } from '../caller.ts'
import { registerLogin } from '../routes/login.ts'
import { registerPassword } from '../routes/me.ts'
import { registerUserInfo } from '../routes/session.ts'
import { registerSignIn } from '../routes/sign-in.ts'
import type { DemoAccount } from '../accounts/demo-account.ts'
import type { Keys } from './keys.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { registerAssets } from '../pages/assets.ts'
import { originsOf } from '../provider/addresses.ts'
import { mountProvider } from '../provider/mount.ts'
import { pagesOf } from '../provider/pages.ts'
import { embeddedProvider } from '../provider/provider.ts'

export interface EmbeddedDependencies {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  readonly clock: Clock
  readonly keys: Keys
  readonly organisations: Organisations
  readonly product?: Label
  readonly demoAccounts?: () => Promise<readonly DemoAccount[]>
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>
}

const defaultProduct: Label = { cn: '协同办公', en: 'Office' }

/** The identity provider that comes with the product: its calls and its pages. */
export function embeddedSignIn(parts: EmbeddedDependencies): { routes(app: FastifyInstance): Promise<void> } {
  const { db, env, clock, organisations, authenticate, product = defaultProduct, demoAccounts = async () => [] } = parts
  const addresses = new WeakMap()
  const frames = { db, clock, organisations, product, origins: originsOf(env) }
  const provider = embeddedProvider({ ...parts, addresses, pages: pagesOf(frames) })
  return {
    async routes(app) {
      await mountProvider(app, { provider, env, addresses, authenticate })
      await registerAssets(app)
      registerSignIn(app, { ...frames, provider, env, demoAccounts })
      registerUserInfo(app, { db, organisations })
      registerPassword(app, { db, clock })
      registerLogin(app, { db, clock, provider })
    },
  }
}
