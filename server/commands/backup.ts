import { resolve } from 'node:path'
import { pino } from 'pino'
import { writeBackup } from '#server/database/backup/write.ts'
import { openExisting } from '#server/database/open.ts'
import { readEnv } from '#server/env.ts'
import { command } from './command.ts'

/** `npm run backup -- FILE`: writes a consistent snapshot of the database to a file while the product is running. */
await command('npm run backup -- FILE', async (file) => {
  const env = readEnv()
  const database = await openExisting(env, pino({ level: 'warn' }))
  try {
    const { tables, rows } = await writeBackup(database.owner, resolve(file))
    return `备份完成 / Backup written: ${resolve(file)} (${tables} 张表 / tables, ${rows} 行 / rows)`
  } finally {
    await database.close()
  }
})
