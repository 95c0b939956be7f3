import { splitName } from '#kernel/wording/names.ts'
import { inBatches } from '#server/workbooks/batches.ts'
import { exporter, exportLimit, type ExportColumn } from '#server/workbooks/exporter.ts'
import type { Host } from '#server/host.ts'
import type { z } from 'zod'
import { canUser } from '#plugins/system/permissions.ts'
import { exportedBeside, userColumns } from './user-columns.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { inOrder } from './user-routes.ts'
import { userExport } from './user-input.ts'
import { userList } from './user-list.ts'
import { userScope } from './user-scope.ts'

/** An account with the label of its position level, "中文/English". */
type UserExportRow = UserAnswer & { readonly levelName: string | null }

type UserCell = ExportColumn<UserExportRow>['cell']

const cells: Readonly<Record<string, UserCell>> = {
  nameCn: ({ name }) => ({ value: splitName(name).cn }),
  nameEn: ({ name }) => ({ value: name.includes('/') ? splitName(name).en : null }),
  departmentId: ({ departments: [main] }) => ({ value: main?.code ?? null, format: '@' }),
  roles: ({ roles }) => ({ value: roles.map(({ key }) => key).join('; ') || null }),
  positionLevel: ({ levelName }, locale) => ({ value: levelName === null ? null : splitName(levelName)[locale] }),
  departments: ({ departments }, locale) => ({ value: departments.map(({ name }) => splitName(name)[locale]).join('; ') || null }),
  enable: ({ enable }, locale) => ({ value: { cn: ['否', '是'], en: ['No', 'Yes'] }[locale][enable] ?? null }),
}

const textOf = (key: string): UserCell => (user) => {
  const value: unknown = Reflect.get(user, key)
  return { value: typeof value === 'string' ? value : null, format: '@' }
}

/** The accounts that the list shows, as the template has them, with the rest behind. */
export const userExporter = (host: Host) =>
  exporter<UserExportRow, z.output<typeof userExport>>({
    id: 'user',
    cn: '用户',
    en: 'Users',
    permission: canUser.export,
    query: userExport,
    columns: [...userColumns, ...exportedBeside].map(({ key, cn, en }) => ({ cn, en, cell: cells[key] ?? textOf(key) })),
    async rows(db, { _t, ...filters }, caller) {
      const ids = await userList(db, filters, await userScope(host, db, caller)).ids({ limit: exportLimit + 1 })
      const label = await host.dictionary(db)
      const named = (user: UserAnswer): UserExportRow => ({ ...user,
        levelName: user.positionLevel === null ? null : (label('positionLevel', user.positionLevel) ?? user.positionLevel) })
      return { total: ids.length, batches: inBatches(ids, async (part) => (await inOrder(db, part)).map(named)) }
    },
  })
