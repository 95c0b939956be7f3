import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '#shell/form/testing.tsx'
import { InterfacesPage, type SapInterfaces } from './InterfacesPage.tsx'

const answer: SapInterfaces = { system: 'http://sap.example.com', gateway: null, interfaces: [
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
