import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { acceptanceOf, acceptanceSay, asset, checkers } from '../testing.ts'
import { assetsAcceptance } from './index.ts'

describeForm(assetsAcceptance, {
  by: 'quality',
  chosen: checkers,
  filled: (support) => acceptanceOf(support),
  say: acceptanceSay,
  passes: ['deptHead: yangfan', 'techCheck: it', 'techCheck: suming', 'custodian: yangfan', 'assetAdmin: linfang', 'finance: accountant'],
  edges: {
    'FA-R1': { breaks: { items: [asset({ itemResult: 'ng' })] }, keeps: { items: [asset({ itemResult: 'ng' }), asset({ rowId: 'i2' })] } },
    'FA-R3': { breaks: { items: [asset({ price: '1999.99' })] }, keeps: { items: [asset({ price: '2000.00' })] } },
    'FA-R5': { breaks: { items: [asset({ custodian: 'u-it' })] }, keeps: {} },
    'FA-R6': { breaks: { arrivalDate: '2026-11-21' }, keeps: { arrivalDate: '2026-11-20' } },
    'FA-R7': { breaks: { acceptDate: '2026-11-21' }, keeps: { acceptDate: '2026-11-20' } },
    'FA-R8': { breaks: { acceptDate: '2026-11-17' }, keeps: { acceptDate: '2026-11-18' } },
    'FA-R9': { breaks: { items: [asset({ price: '0.00' })] }, keeps: { items: [asset({ price: '0.01' })] } },
    'FA-R10': { breaks: { items: [asset({ itemResult: 'rectify' })], rectifyDate: '2026-11-20' },
      keeps: { items: [asset({ itemResult: 'rectify' })], rectifyDate: '2026-11-21' } },
  },
  elsewhere: ['FA-R4'],
})
