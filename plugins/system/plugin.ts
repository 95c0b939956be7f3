import { definePlugin } from '../../src/kernel/plugin.ts'
import { dictionaryItem } from './dictionaries/dictionary-item.ts'
import { dictionaryType } from './dictionaries/dictionary-type.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import peopleCn from './people/locales/cn.ts'
import peopleEn from './people/locales/en.ts'
import { canDictionary, canMenu, canOrganisation, canRole, canScope, canUser } from './permissions.ts'

/** The shape of the company: its people, what they may do, its units and its lists. */
export default definePlugin({
  id: 'system',
  permissions: [canUser, canRole, canScope, canMenu, canOrganisation, canDictionary].flatMap((can) => Object.values(can)),
  resources: [dictionaryType, dictionaryItem],
  menus: [
    { id: 'system', cn: '系统管理', en: 'System', sort: 90 },
    { id: 'system-dict', parent: 'system', cn: '字典', en: 'Dictionaries', icon: 'book', path: dictionaryType.path, needs: canDictionary.view, sort: 50 },
  ],
  locales: { cn: { ...cn, ...peopleCn }, en: { ...en, ...peopleEn } },
})
