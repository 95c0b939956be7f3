import type { Menu } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'
import { dictionaryItem } from '../dictionaries/dictionary-item.ts'
import { dictionaryType } from '../dictionaries/dictionary-type.ts'
import { canAudit, canDictionary, canFactory, canHoliday, canRisk, canTerminal, canWhitelist } from '../permissions.ts'
import { factory } from './factory.ts'
import { fileType } from './file-type.ts'
import { holiday } from './holiday.ts'
import { riskArea } from './risk-area.ts'

/** Lists maintained by administrators: dictionaries, holidays, areas and others. */
export const listResources: readonly Resource[] = [dictionaryType, dictionaryItem, holiday, fileType, riskArea, factory]

export const listPermissions = [canDictionary, canHoliday, canWhitelist, canRisk, canFactory, canTerminal, canAudit].flatMap((can) =>
  Object.values(can)
)

export const listMenus: readonly Menu[] = [
  { id: 'system-dict', parent: 'system', cn: '字典', en: 'Dictionaries', icon: 'book', path: dictionaryType.path, needs: canDictionary.view,
    sort: 50 },
  { id: 'system-holiday', parent: 'system', cn: '节假日', en: 'Holidays', icon: 'calendar', path: holiday.path, needs: canHoliday.view,
    sort: 60 },
  { id: 'system-whitelist', parent: 'system', cn: '文件白名单', en: 'File whitelist', icon: 'file-protect', path: fileType.path,
    needs: canWhitelist.view, sort: 62 },
  { id: 'system-risk', parent: 'system', cn: '风险地区', en: 'Risk areas', icon: 'environment', path: riskArea.path, needs: canRisk.view,
    sort: 64 },
  { id: 'system-terminal', parent: 'system', cn: '终端设置', en: 'Form availability', icon: 'laptop', path: '/system/terminal',
    needs: canTerminal.view, sort: 58 },
  { id: 'system-factory', parent: 'system', cn: '工厂', en: 'Plants', icon: 'shop', path: factory.path, needs: canFactory.view, sort: 66 },
  { id: 'system-audit', parent: 'system', cn: '审计日志', en: 'Audit log', icon: 'audit', path: '/system/audit', needs: canAudit.view,
    wholeOf: 'auditLog', sort: 95 },
]
