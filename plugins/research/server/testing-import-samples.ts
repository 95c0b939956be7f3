import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  patent: {
    rows: ({ department, person }) => (n) => ({
      applicationNo: `2024100${String(n).padStart(5, '0')}.6`,
      patentName: `装置${n}`,
      patentType: '发明专利',
      patentState: '已授权',
      stateDate: '2025-06-01',
      filingDate: '2024-03-01',
      firstInventor: person,
      departmentId: department,
      productModel: 'GW',
      grade: '重要',
      remark: '',
    }),
    refusals: [
      wrong('a state from before its filing', 'stateDate', '不能早于申请日', { applicationNo: '202410099999.6', stateDate: '2024-02-01' }),
    ],
  },
  devWorkHour: {
    rows: ({ person }) => (n) => ({ workDate: new Date(Date.UTC(2015, 0, n)).toISOString().slice(0, 10), userId: person,
      projectId: 'P26-001', workType: '软件', hours: '7.5', remark: '' }),
    refusals: [wrong('a day with more than 24 hours', 'hours', '不能超过24小时', { workDate: '2014-02-01', hours: '24.5' })],
  },
  directedSoftware: {
    rows: ({ person }) => (n) => ({
      requestNo: `DX-2026-${n}`,
      customerId: 'C100001',
      product: 'GW-150E',
      softwareName: `固件${n}`,
      softwareVersion: 'V1.0',
      baseVersion: 'V0.9',
      quantity: '200',
      requirement: '',
      plannedDate: '2026-12-01',
      finishedDate: '',
      owner: person,
      status: '进行中',
    }),
    refusals: [wrong('done without a day', 'finishedDate', '完成日期', { requestNo: 'DX-2026-X1', status: '已完成' })],
  },
})
