import { resolve } from 'node:path'
import { verifyPackage } from '#plugins/archive/server/public-api.ts'
import { command } from './command.ts'

/** `npm run archive:verify -- FILE [PRECEDING]`: verifies that an accounting archive is unchanged; needs neither database nor settings. */
await command('npm run archive:verify -- FILE [PRECEDING]',
  (file, preceding) => verifyPackage(resolve(file), preceding === undefined ? undefined : resolve(preceding)), 2)
