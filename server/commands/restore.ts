import { resolve } from 'node:path'
import { pino } from 'pino'
import serverPlugins from '../../resources/server.ts'
import { migrationSets } from '../compose.ts'
import { readBackup } from '../database/backup/read.ts'
import { open } from '../database/open.ts'
import { readEnv } from '../env.ts'
import { pauseOutbox } from '../outbox/state.ts'
import { command } from './command.ts'

/** `npm run restore -- FILE`: a backup into an empty DATA_DIR or DATABASE_URL, whole or not at all, then brought up to date. */
await command('npm run restore -- FILE', async (file) => {
  const sets = migrationSets(serverPlugins)
  const database = await open(readEnv(), pino({ level: 'warn' }))
  try {
    const { tables, rows } = await readBackup(database.owner, { path: resolve(file), sets })
    await database.migrate(sets)
    // what was sent since the backup is not known here: nothing leaves until an administrator has confirmed it
    await pauseOutbox(database.db, 'restored', new Date())
    return `恢复完成 / Restored: ${resolve(file)} (${tables} 张表 / tables, ${rows} 行 / rows)`
  } finally {
    await database.close()
  }
})
