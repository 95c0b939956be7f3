import type { Posts } from '#kernel/form.ts'

/** Posts an approved sample as an approved manufacturer part; undone when the review is voided. */
export const posts: readonly Posts[] = [
  {
    id: 'manufacturerPart',
    cn: '认可制造商物料',
    en: 'Approved manufacturer part',
    at: 'completion',
    call: 'sap.manufacturerPart',
    when: 'conclusion in ("pass","conditional") and material != null and supplier != null',
    body: { material: 'material.code', vendor: 'supplier.code', manufacturer: 'manufacturer', partNo: 'mpn', conclusion: 'conclusion',
      conditions: 'conditionNote' },
    reversal: 'sap.manufacturerPartDeletion',
    role: 'sapAdmin',
  },
]
