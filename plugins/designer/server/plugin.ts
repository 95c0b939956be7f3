import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { defineServer, type ModulesOfProduct } from '#server/plugin.ts'
import type { FieldNeeds, FormOverlay } from '../overlay/difference.ts'
import { companyPlugin } from '../company.ts'
import { formInForce } from '../overlay/merge.ts'
import { can } from '../permissions.ts'
import { companyNames, publishedContents, publishedOverlays, removeDesignOf } from './designs.ts'
import { migrations } from './migrations.ts'
import { designNameUses } from './name-uses.ts'
import { fieldNeeds } from './overlay/needs.ts'
import { publishedRegisters } from './registers/designs.ts'
import { registerRoutes } from './registers/routes.ts'
import { registerRules } from './registers/rules.ts'
import { ensureRegisterTables } from './registers/storage.ts'
import { designRoutes } from './routes.ts'
import { designPublications } from './taking-back.ts'

export default defineServer({
  id: 'designer',
  callNames: {
    subjects: { formDesign: { cn: '动态表单', en: 'Form design' }, registerDesign: { cn: '登记簿', en: 'Register design' } },
    operations: {
      '/workflow/dynamicForm': { cn: '新建设计', en: 'Create a design' },
      '/workflow/dynamicForm/:id/publish': { cn: '发布', en: 'Publish' },
      '/workflow/dynamicForm/:id/settle': { cn: '决定升级后的问题', en: 'Settle a question of an upgrade' },
      '/workflow/dynamicForm/:id/stop': { cn: '停用', en: 'Stop' },
      '/workflow/dynamicForm/:id/rollback': { cn: '回退', en: 'Roll back' },
      '/workflow/dynamicForm/file': { cn: '导入设计', en: 'Import a design' },
      '/workflow/dynamicForm/file/check': { cn: '预检导入文件', en: 'Check a file before import' },
      '/workflow/dynamicForm/check': { cn: '检查设计', en: 'Check a design' },
      '/workflow/register': { cn: '新建登记簿', en: 'Create a register' },
      '/workflow/register/:id/publish': { cn: '发布', en: 'Publish' },
      '/workflow/register/:id/stop': { cn: '停用', en: 'Stop' },
      '/workflow/register/:id/rollback': { cn: '回退', en: 'Roll back' },
      '/workflow/register/check': { cn: '检查设计', en: 'Check a design' },
    },
  },
  migrations,
  designedForms: { needs: can.edit, remove: removeDesignOf },
  nameUses: designNameUses,
  recordsAmong: registerRules,
  start: ensureRegisterTables,
  among: (product) => {
    const { plugins } = product
    const needsOf = (form: Form) => knownNeeds(form, product)
    return {
      routes: (app, host) => {
        designRoutes(needsOf)(app, host)
        registerRoutes(app, host)
      },
      designed: async (db) =>
        companyPlugin(await publishedContents(db), await publishedRegisters(db), plugins, await companyNames(db, plugins)),
      publications: designPublications(plugins),
      amended: async (db) => {
        const shipped = new Map(plugins.flatMap(({ forms }) => forms).map((form) => [form.key, form]))
        return (await publishedOverlays(db)).flatMap((overlay) => {
          const form = shipped.get(overlay.over)
          return form ? [formOf(form, overlay, { needsOf, plugins })] : []
        })
      },
    }
  },
})

/** Findings about a shipped form, which stays as it is while the process lives. */
const known = new WeakMap<Form, { needs?: FieldNeeds; readonly inForce: Map<string, Form> }>()
const knownOf = (form: Form) => {
  const held = known.get(form) ?? { inForce: new Map<string, Form>() }
  known.set(form, held)
  return held
}

const knownNeeds = (form: Form, product: ModulesOfProduct): FieldNeeds => {
  const held = knownOf(form)
  return (held.needs ??= fieldNeeds(form, product))
}

/** The form with a company's additions; cached, because each recomposition asks for it. */
function formOf(form: Form, overlay: FormOverlay,
  { needsOf, plugins }: { needsOf: (form: Form) => FieldNeeds; plugins: readonly Plugin[] }): Form {
  const { inForce } = knownOf(form)
  const content = JSON.stringify(overlay.parts)
  const before = inForce.get(content)
  if (before) return before
  const made = formInForce(form, overlay, { needs: asksForNeeds(overlay) ? needsOf(form) : {}, plugins }).form
  inForce.clear()
  inForce.set(content, made)
  return made
}

/** Returns whether an overlay hides fields or makes them optional, which the product's needs may forbid. */
const asksForNeeds = ({ parts }: FormOverlay): boolean =>
  parts.some((part) => part.of === 'hidden' || (part.of === 'attribute' && part.attribute === 'required'))
