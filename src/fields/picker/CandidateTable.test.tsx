import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { reference } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { draw } from '#shell/form/testing.tsx'
import { CandidateTable } from './PickerDialog.tsx'

const field = reference({ cn: 'VPN 账号', en: 'VPN account', to: 'vpnAccount' })
const heads = async (name: string, keyLabel?: Label) => {
  const rows = [{ id: 'r1', code: 'wang', name, enabled: true }]
  const { unmount } = await draw(
    <CandidateTable field={field} max={1} rows={rows} keyLabel={keyLabel} ids={[]} emptyText="" accepts={() => true}
      choose={() => undefined} />,
  )
  const found = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  unmount()
  return found
}

it('a list of one column is headed by what is chosen; one of several names each', async () => {
  expect(await heads('wang')).toEqual(['VPN account'])
  expect(await heads('王伟/Wei Wang')).toEqual(['Number', 'Name'])
  expect(await heads('王伟/Wei Wang', { cn: '登录名', en: 'Sign-in name' })).toEqual(['Sign-in name', 'Name'])
})
