import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Chart } from './Chart.tsx'

const instance = vi.hoisted(() => ({ setOption: vi.fn(), dispatchAction: vi.fn(), resize: vi.fn(), dispose: vi.fn(),
  containPixel: () => true, convertFromPixel: () => [1, 0], getZr: () => ({ on: vi.fn(), off: vi.fn() }), on: vi.fn(), off: vi.fn() })
)
vi.mock('./engine.ts', () => ({ draw: () => instance }))
vi.mock('../text.tsx', () => ({ useText: () => ({ t: (key: string) => key }) }))

const option = () => ({ series: [] })
const table = { head: ['Month', 'Used'], rows: [['Jan', '100'], ['Feb', '200']] }

beforeEach(() => vi.clearAllMocks())

it('is an image with a name, and the same figures as a table that opens the same things', async () => {
  const onPick = vi.fn()
  render(<Chart name="Spend 300" option={option} table={table} height={200} onPick={onPick} />)
  expect(screen.getByRole('img', { name: 'Spend 300' })).toBeInTheDocument()
  await userEvent.click(screen.getByText('chart.table'))
  expect(screen.getByRole('cell', { name: '200' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Feb' }))
  expect(onPick).toHaveBeenCalledWith(1)
})

it('is gone through with the arrow keys, says where it is, and opens with Enter', async () => {
  const onPick = vi.fn()
  render(<Chart name="Spend" option={option} table={table} height={200} onPick={onPick} />)
  await vi.waitFor(() => expect(instance.setOption).toHaveBeenCalled())
  screen.getByRole('img').focus()
  await userEvent.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('status')).toHaveTextContent('Feb: Used 200')
  expect(instance.dispatchAction).toHaveBeenLastCalledWith({ type: 'showTip', seriesIndex: 0, dataIndex: 1 })
  await userEvent.keyboard('{Home}{Enter}')
  expect(onPick.mock.calls).toEqual([[0]])
})

it('gives its engine back when it goes', async () => {
  const { unmount } = render(<Chart name="Spend" option={option} table={table} height={200} />)
  await vi.waitFor(() => expect(instance.setOption).toHaveBeenCalled())
  unmount()
  expect(instance.dispose).toHaveBeenCalledOnce()
})
