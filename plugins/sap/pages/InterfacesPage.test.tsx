import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { InterfacesPage, type SapInterfaces } from './InterfacesPage.tsx'

const answer: SapInterfaces = { system: 'http://sap.example.com', gateway: null, certificate: null, interfaces: [
  { call: 'sap.materialDocument', name: '物料凭证/Material document', kind: 'posting', protocol: 'OData V2',
    api: 'API_MATERIAL_DOCUMENT_SRV', entity: 'A_MaterialDocumentHeader', isReleased: true, isChecked: false, isSet: true,
    forms: ['领料单/Material requisition'] },
  { call: 'sap.condition', name: '销售价格/Sales price', kind: 'posting', protocol: 'JSON', api: '/conditions', entity: null,
    isReleased: false, isChecked: false, isSet: false, forms: [] },
] }

it('says which released API each interface uses, for which documents, and what is not connected', async () => {
  await draw(<InterfacesPage />, { '/oaserver/sap/interfaces': () => answer })
  const released = (await screen.findByText('sap.materialDocument')).closest('tr')!
  expect(within(released).getByText('Material document')).toBeVisible()
  expect(within(released).getByText('API_MATERIAL_DOCUMENT_SRV')).toBeVisible()
  expect(within(released).getByText('Material requisition')).toBeVisible()
  expect(within(released).getByText('Yes')).toBeVisible()
  expect(within(screen.getByText('sap.condition').closest('tr')!).getByText('Not connected')).toBeVisible()
})

it.each([
  ['ending', 'Our certificate for SAP expires on 2026-12-20. Replace it before then'],
  ['expired', 'Our certificate for SAP expired on 2026-12-20. Nothing is sent or read until it is replaced'],
  ['notYet', 'Our certificate for SAP is not valid before 2025-12-20'],
] as const)('says of a certificate that is %s what that means', async (state, sentence) => {
  const certificate = { from: '2025-12-20', until: '2026-12-20', state }
  await draw(<InterfacesPage />, { '/oaserver/sap/interfaces': (): SapInterfaces => ({ ...answer, certificate }) })
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByText('Valid until 2026-12-20')).toBeVisible()
})

it('says nothing of a certificate that is good', async () => {
  const certificate = { from: '2025-12-20', until: '2027-12-20', state: 'valid' } as const
  await draw(<InterfacesPage />, { '/oaserver/sap/interfaces': (): SapInterfaces => ({ ...answer, certificate }) })
  expect(await screen.findByText('Valid until 2027-12-20')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says the same on a phone, one below the other', async () => {
  const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    ({ matches: query.includes('max-width: 767px'), media: query, addEventListener: () => undefined, removeEventListener: () =>
      undefined }) as unknown as MediaQueryList
  )
  await draw(<InterfacesPage />, { '/oaserver/sap/interfaces': () => answer })
  const card = (await screen.findByText('sap.materialDocument')).closest('li')
  expect(card).toHaveTextContent(
    'Material documentsap.materialDocumentPosting · OData V2API_MATERIAL_DOCUMENT_SRV A_MaterialDocumentHeaderReleased by SAP · Material requisition',
  )
  media.mockRestore()
})
