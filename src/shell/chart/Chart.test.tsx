import { screen } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { draw } from '../form/testing.tsx'
import { Chart } from './Chart.tsx'
import * as engine from './engine.ts'

const instance = { setOption: vi.fn(), dispatchAction: vi.fn(), resize: vi.fn(), dispose: vi.fn(), containPixel: () => true,
  convertFromPixel: () => [1, 0], getZr: () => ({ on: vi.fn(), off: vi.fn() }), on: vi.fn(), off: vi.fn() }

// a mock of the module would be too late where an earlier file of the worker has loaded the chart
beforeAll(() => void vi.spyOn(engine, 'draw').mockReturnValue(instance as never))
afterAll(() => void vi.restoreAllMocks())

const option = () => ({ series: [] })
const table = { head: ['Month', 'Used'], rows: [['Jan', '100'], ['Feb', '200']] }

beforeEach(() => vi.clearAllMocks())

it('is an image with a name, and the same figures as a table that opens the same things', async () => {
  const onPick = vi.fn()
  const { user } = await draw(<Chart name="Spend 300" option={option} table={table} height={200} onPick={onPick} />)
  expect(screen.getByRole('img', { name: 'Spend 300' })).toBeInTheDocument()
  await user.click(screen.getByText('Show as table'))
  expect(screen.getByRole('cell', { name: '200' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Feb' }))
  expect(onPick).toHaveBeenCalledWith(1)
})

it('is gone through with the arrow keys, says where it is, and opens with Enter', async () => {
  const onPick = vi.fn()
  const { user } = await draw(<Chart name="Spend" option={option} table={table} height={200} onPick={onPick} />)
  await vi.waitFor(() => expect(instance.setOption).toHaveBeenCalled())
  screen.getByRole('img').focus()
  await user.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('status')).toHaveTextContent('Feb: Used 200')
  expect(instance.dispatchAction).toHaveBeenLastCalledWith({ type: 'showTip', seriesIndex: 0, dataIndex: 1 })
  await user.keyboard('{Home}{Enter}')
  expect(onPick.mock.calls).toEqual([[0]])
})

it('gives its engine back when it goes', async () => {
  const { unmount } = await draw(<Chart name="Spend" option={option} table={table} height={200} />)
  await vi.waitFor(() => expect(instance.setOption).toHaveBeenCalled())
  unmount()
  expect(instance.dispose).toHaveBeenCalledOnce()
})

it('has grey bars in its place until the engine has loaded', async () => {
  await draw(<Chart name="Spend" option={option} table={table} height={200} />)
  expect(document.querySelectorAll('.oa-chart-waiting .oa-bar').length).toBeGreaterThan(3)
  await vi.waitFor(() => expect(instance.setOption).toHaveBeenCalled())
  expect(document.querySelector('.oa-chart-waiting')).toBeNull()
})

it('leaves its table where the engine cannot be loaded', async () => {
  vi.mocked(engine.draw).mockImplementationOnce(() => {
    throw new Error('no engine')
  })
  await draw(<Chart name="Spend" option={option} table={table} height={200} />)
  await vi.waitFor(() => expect(document.querySelector('.oa-chart-waiting')).toBeNull())
  expect(screen.getByText('Show as table')).toBeInTheDocument()
})
