import { describe, expect, it } from 'vitest'
import { text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { createExtensionPoint } from '#kernel/extension-point.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { declarationModules } from './vite-build.ts'

const leave = defineForm({
  key: 'leave',
  path: '/leave',
  cn: '请假',
  en: 'Leave',
  prefix: 'QJ',
  group: 'a',
  icon: 'file',
  fields: { reason: text({ cn: '“事由”\n', en: 'It’s why: </script>' }) },
  flow: defineFlow([]),
})
const checks = createExtensionPoint<{ readonly key: string }>({ id: 'made.checks', keyOf: ({ key }) => key })
const modules = declarationModules([
  definePlugin({ id: 'made', forms: [leave], publishes: [checks], contributes: [checks.of({ key: 'tyres' })],
    locales: { cn: { 'made.a': '甲' }, en: { 'made.a': 'A' } } }),
])

describe('declarations for the browser', () => {
  it('are a module per form, per item of an extension point and per language', () => {
    expect([...modules.keys()]).toEqual(['virtual:declarations', 'virtual:declarations/all', 'virtual:declarations/form/leave',
      'virtual:declarations/contribution/made.checks/tyres', 'virtual:declarations/texts/cn/made', 'virtual:declarations/texts/en/made'])
  })

  it('say the same as what was declared, whatever characters it holds', async () => {
    const source = modules.get('virtual:declarations/form/leave') ?? ''
    const { default: form } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: unknown }
    expect(form).toEqual(JSON.parse(JSON.stringify(leave)))
  })

  it('are found by an index that loads none of them', () => {
    const all = modules.get('virtual:declarations/all') ?? ''
    expect(all).toContain(`"form/leave": () => import('virtual:declarations/form/leave')`)
    expect(all).not.toContain('</script>')
  })
})
