import { render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportAnswer } from '#kernel/answers.ts'
import { startTexts } from '#providers/i18n.ts'
import { BackendContext, type WritingBackend } from '../backend.ts'
import { TextProvider } from '../text.tsx'
import { shellTexts } from '../texts.ts'
import { ImportResult, TaskRow } from './ImportResult.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const answer: ImportAnswer = {
  importId: '1',
  total: 4,
  success: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  failed: 2,
  failureFileId: '2',
  cancelled: false,
  headings: ['Code'],
  failures: [
    { row: 3, column: 'Amount', reason: 'Not a number', cells: ['a'] },
    { row: 3, column: '', reason: 'Same as row 2 of this file', cells: ['a'] },
    { row: 5, column: 'Code', reason: 'Please enter Code', cells: [''] },
  ],
}

const shown = (answer: ImportAnswer) =>
  render(
    <BackendContext value={{} as WritingBackend}>
      <TextProvider>
        <TaskRow
          task={{ id: '1', kind: 'import', name: 'a.xlsx', title: { cn: '甲', en: 'A' }, state: 'done', done: 4, total: 4,
            secondsLeft: null, answer }}
        />
        <ImportResult answer={answer} />
      </TextProvider>
    </BackendContext>,
  )

describe('the result of an import', () => {
  it('has counts that add up to the rows of the file, and says that it was left out as a whole', () => {
    shown(answer)
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['0', '0', '0', '2', '2'])
    expect(screen.getByRole('status')).toHaveTextContent('Some rows failed, so nothing from this file was imported')
  })

  it('tells what was added from what was changed', () => {
    shown({ ...answer, total: 276, success: 276, added: 270, changed: 6, failed: 0, failures: [] })
    expect(screen.getByRole('status')).toHaveTextContent('Import complete: 270 added, 6 changed')
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['270', '6', '0', '0'])
  })

  it('lists each failed row once, with all its reasons, after how many were imported', () => {
    shown({ ...answer, success: 2, added: 2 })
    expect(screen.getByRole('status')).toHaveTextContent('2 of 4 rows imported: 2 added')
    expect(screen.getAllByRole('definition')).toHaveLength(4)
    const [, first, second, ...more] = screen.getAllByRole('row').map((row) =>
      Array.from(row.children).map(({ textContent }) => textContent)
    )
    expect([first, second, more]).toEqual([['3', 'a', 'Amount: Not a numberSame as row 2 of this file'], ['5', '—', 'Please enter Code'],
      []])
  })
})
