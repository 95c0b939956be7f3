import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { transaction } from '#server/database/transaction.ts'
import { testProduct } from '#server/documents/testing.ts'
import { demoSamples } from './extension-points.ts'
import { foundCompany } from './found-company.ts'
import { liveThrough } from './life.ts'
import { demandModules, hasModule, neededModules } from './modules.ts'
import type { DemoStory } from './stories/story.ts'
import { today } from './testing.ts'

/** The first document of each type that does not depend on an earlier one. */
function firstOfEach(stories: readonly DemoStory[]) {
  const alone = stories.filter(({ value }) => value.length === 0)
  return alone.filter((story, index) => alone.findIndex(({ type }) => type === story.type) === index)
}

it('the demo company lives without any module that no other requires', async () => {
  const required = new Set<string>([...declarations.flatMap(({ requires }) => requires), ...neededModules])
  const plugins = declarations.filter(({ id }) => required.has(id))
  const out = declarations.filter(({ id }) => !required.has(id)).map(({ id }) => id)
  expect(out.length).toBeGreaterThan(5)
  const servers = serverPlugins.filter(({ id }) => !out.includes(id))
  const samples = demoSamples.in(servers)
  const product = await testProduct({
    plugins,
    serverPlugins: servers,
    now: today,
    content: {
      name: 'demo company without leaves',
      fill: async (workplace) =>
        transaction(workplace.host.db, async (db) => {
          await foundCompany(db, workplace.host, 'x', samples)
          await liveThrough(workplace, db, samples, firstOfEach)
        }),
    },
  })
  const types = await product.database.db.selectFrom('document').select('type').distinct().execute()
  expect(types.length).toBeGreaterThan(15)
  await product.close()
})

it('the demo company says which modules it cannot do without', () => {
  const plugins = declarations.filter(({ id }) => id !== 'masters' && id !== 'budgets')
  expect(hasModule({ plugins }, 'budgets')).toBe(false)
  expect(() => demandModules({ plugins })).toThrow('needs the modules budgets, masters')
})
