import { type DemoStory, before, costCenterId, dayFrom, demoSamples, projectId } from '#plugins/demo/server/public-api.ts'

const checked = ['appearance', 'accessories', 'performance', 'guard', 'ehs']

/** A test rig built in house, completed, and an instrument that waits for its asset number. */
export const assetStories = (anchor: Date): readonly DemoStory[] => [rig(before(anchor, 55, 9)), instrument(before(anchor, 5, 9))]

const shared = { type: 'assetsAcceptance', files: { photos: ['正面照片.png', '铭牌照片.png'], docs: ['使用说明书.pdf'] } } as const

const say = {
  techCheck: { comment: '逐项核对，符合要求', checks: checked, fill: () => ({ techResult: '外观、附件齐全，性能符合技术要求' }) },
  assetAdmin: { comment: '标签已贴', checks: ['label', 'ledger'] },
}

const rig = (at: Date): DemoStory => ({
  ...shared,
  by: 'employee',
  at,
  ends: 'completed',
  choices: [{ node: 'techCheck', people: ['u-songtao', 'u-suming'] }],
  say,
  value: () => ({
    applicantDept: 'sz-hardware',
    assetSource: 'selfMade',
    project: projectId('P26-001'),
    useDept: 'sz-hardware',
    costCenter: costCenterId('sz-rd'),
    arrivalDate: dayFrom(at, -3),
    acceptDate: dayFrom(at, 0),
    acceptTeam: ['u-employee', 'u-xuhaibo'],
    items: [{ rowId: 'i1', assetName: '网关老化测试架', assetClass: '3100', spec: '32工位 0–60℃', serialNo: 'LH-2026-001', qty: 1,
      unit: 'set', price: '18600.00', taxRate: '13', custodian: 'u-employee', location: '硬件实验室', itemResult: 'ok' }],
  }),
})

const instrument = (at: Date): DemoStory => ({
  ...shared,
  by: 'quality',
  at,
  ends: 'running',
  waitsAt: 'assetAdmin',
  choices: [{ node: 'techCheck', people: ['u-liuyang', 'u-suming'] }],
  say,
  value: () => ({
    applicantDept: 'sz-quality',
    assetSource: 'transfer',
    useDept: 'sz-quality',
    costCenter: costCenterId('sz-quality'),
    arrivalDate: dayFrom(at, -2),
    acceptDate: dayFrom(at, 0),
    acceptTeam: ['u-quality', 'u-yangfan'],
    items: [
      { rowId: 'i1', assetName: '影像测量仪', assetClass: '3100', spec: 'VMS-3020', brand: '万濠', serialNo: 'VMS-80217', qty: 1,
        unit: 'unit', price: '68000.00', taxRate: '13', custodian: 'u-quality', location: '一楼检测室', itemResult: 'ok' },
      { rowId: 'i2', assetName: '大理石平台', assetClass: '2000', spec: '1000×750 00级', serialNo: 'GP-1175', qty: 1, unit: 'unit',
        price: '9200.00', taxRate: '13', custodian: 'u-quality', location: '一楼检测室', itemResult: 'ok' },
    ],
  }),
})

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'assets', sort: 380, stories: ({ anchor }) => assetStories(anchor) })
