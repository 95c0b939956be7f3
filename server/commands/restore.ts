import { resolve } from 'node:path'
import { pino } from 'pino'
import serverPlugins from '#resources/server.ts'
import { checkFiles, type FileReport } from '#server/attachments/inspection/verification.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { migrationSets } from '#server/compose.ts'
import { readBackup } from '#server/database/backup/read.ts'
import { open } from '#server/database/open.ts'
import { readEnv } from '#server/env.ts'
import { pauseOutbox } from '#server/outbox/state.ts'
import { systemClock } from '#server/system-clock.ts'
import { command } from './command.ts'

/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or DATABASE_URL, completely or not at all, and migrates it. */
await command('npm run restore -- FILE', async (file) => {
  const sets = migrationSets(serverPlugins)
  const env = readEnv()
  const database = await open(env, pino({ level: 'warn' }))
  try {
    const { tables, rows } = await readBackup(database.owner, { path: resolve(file), sets })
    await database.migrate(sets)
    // the restored database does not know messages sent since the backup: sending is paused until an administrator confirms it
    await pauseOutbox(database.db, 'restored', systemClock.now())
    const files = await checkFiles(database.db, storageOf(env), { contents: false })
    return `恢复完成 / Restored: ${resolve(file)} (${tables} 张表 / tables, ${rows} 行 / rows)${absent(files)}`
  } finally {
    await database.close()
  }
})

/** Lists the files in the backup that are missing in the folder or object store. */
function absent({ checked, mismatches }: FileReport): string {
  if (mismatches.length === 0) return `\n附件齐全 / Attachments complete: ${checked}`
  return `\n附件缺失 / Attachments incomplete: ${mismatches.length} / ${checked}. ` +
    `复制后请运行 / Copy them, then run: npm run check:data -- --attachments\n${mismatches.join('\n')}`
}
