import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { TimelineRecord } from '#server/documents/timeline/record.ts'
import type { PrintedRow, PrintedTable } from './printout.ts'

/** The entries of the history that a print has: decisions, not what was said about them. */
const decisions: ReadonlySet<string> = new Set(['start', 'completed', 'autoCompleted', 'backed', 'refuse', 'aborted', 'invalid', 'addsign',
  'transfer', 'running'])

/**
 * The decisions with their people and times, as far as they count in this round, and their opinions; the people who have it now come last.
 */
export function printedApprovals(records: readonly TimelineRecord[], round: number,
  { find, locale }: { find: FindText; locale: Locale }): PrintedTable {
  const text = (code: string) => find(code, undefined, locale) ?? code
  const shown = records.filter((record) => record.countsIn === round && decisions.has(record.operateType) && !record.cancelled)
  return {
    kind: 'table',
    title: text('prints.approvals'),
    columns: widths.map(([code, width]) => ({ label: text(code), width, right: false })),
    rows: shown.map((record): PrintedRow => ({
      cells: [
        nodeName({ cn: record.nodeName, en: record.nodeNameEn }, locale),
        peopleOf(record, locale),
        text(`prints.decision.${decisionOf(record)}`),
        record.comment ?? '',
        record.operateType === 'running' ? '' : record.createTime.slice(0, 16),
      ],
      more: [],
    })),
  }
}

const widths = [['prints.node', 96], ['prints.person', 96], ['prints.decision', 60], ['prints.opinion', 150], ['prints.time', 84]] as const

/** Filing again is a start of another round. */
const decisionOf = ({ operateType, round }: TimelineRecord): string => (operateType === 'start' && round > 1 ? 'resubmit' : operateType)

const nodeName = (label: Label, locale: Locale) => label[locale]

/** The person who did it; at a node that waits, all whom it waits for. */
function peopleOf({ operator, userList, operateType }: TimelineRecord, locale: Locale): string {
  const people = operator && operateType !== 'running' ? [operator] : userList
  return people.map(({ name }) => nameOf(name, locale)).join('\n')
}
