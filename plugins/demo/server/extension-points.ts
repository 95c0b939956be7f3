import { createExtensionPoint } from '#kernel/extension-point.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { PastOccasions } from './history/occasion.ts'
import type { Stage } from './stories/stage.ts'
import type { DemoStory } from './stories/story.ts'

/**
 * Samples of the demo company. A module brings the records and documents that show it at work; they come into an empty product with `DEMO`
 * and follow from calls of the product, so that ledgers, messages and statistics follow from them. A module that goes takes its samples
 * along; without the demo company, they are not read.
 *
 * @zh 演示公司的样例。模块带来展示自身的记录和单据；在 `DEMO` 下写入空库，并经由产品自身的操作产生，因此台账、消息和统计随之而来。模块移除时样例一并移除；没有演示公司时不读取。
 *
 * @example `plugins/company-cars/server/samples.ts`
 * ```ts
 * export const samples = demoSamples.of({
 *   key: 'company-cars',
 *   sort: 700,
 *   records: (db, { at }) => records(companyCar, {}).insert(db, { plate: '苏E12345', seats: 5 }, { by: personId('admin'), at }),
 *   stories: ({ anchor }) => [{
 *     type: 'carRequest',
 *     by: 'employee',
 *     at: before(anchor, 12),
 *     ends: 'completed',
 *     value: () => ({ applicantDept: 'sz-hardware', reason: '送样到客户' }),
 *   }],
 * })
 * ```
 * @example `plugins/company-cars/server/plugin.ts`
 * ```ts
 * defineServer({ id: 'company-cars', contributes: [samples] })
 * ```
 */
export const demoSamples = createExtensionPoint<DemoSamples>({ id: 'demo.samples', keyOf: ({ key }) => key })

/** The samples of a module, or a part of them. */
export interface DemoSamples {
  /** Unique: the module, and what it brings where it brings several. */
  readonly key: string
  /** Place among all samples, ascending; records and documents that others refer to come first. */
  readonly sort: number
  /** Saves records when the company is founded, before all documents. */
  records?(db: Db, founding: Founding): Promise<unknown>
  /** The lives of documents of the last twelve months, filed one after the other; may refer to those of samples before. */
  stories?(stage: Stage): readonly DemoStory[] | Promise<readonly DemoStory[]>
  /** Saves what rests on the documents, once all are filed. */
  afterwards?(stage: Stage): Promise<void>
  /** Unfinished drafts. */
  readonly drafts?: readonly DemoDraft[]
  /** Documents of the two years before, filed in the background. */
  readonly past?: PastOccasions
  /** Starts a stand-in for another system that is not set up. @returns a function that stops it; nothing where the system is set up */
  standIn?(host: Pick<Host, 'env'>): Promise<(() => Promise<void>) | undefined>
}

export interface Founding {
  readonly host: Host
  /** Reference date of rates and budgets, yyyy-MM-dd. */
  readonly day: string
  readonly at: Date
}

export interface DemoDraft {
  /** User name of its author. */
  readonly by: string
  readonly type: string
  readonly title: string
  readonly daysAgo: number
  /** @param at when it was saved */
  value(at: Date): FormValue
}

/** Samples in their order. */
export const inOrder = (samples: readonly DemoSamples[]): readonly DemoSamples[] => samples.toSorted((one, other) => one.sort - other.sort)
