import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import { canPosting } from '#kernel/postings.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { postingCallNames, postingPaths } from '../calls.ts'
import { nameOfInterface, type SapInterface } from './interfaces.ts'
import { interfaceOf } from './port.ts'
import { sapDestination } from './protocols/destination.ts'
import { certificateState } from './protocols/own-certificate.ts'
import { isReadBySystem, readingNames, readings, type SapReadName, systemReadings } from './readings.ts'
import { serviceOf } from './released-services/facts.ts'
import { sapSettings } from './settings.ts'

/** Protocols by their names for people. */
const protocols = { odata2: 'OData V2', odata4: 'OData V4', bapi: 'BAPI (SOAP)', gateway: 'JSON' } as const

/** Call of the interfaces to SAP: which released service each posting and each reading uses. */
export function interfacesCall(app: FastifyInstance, { env, plugins, clock }: Pick<Host, 'env' | 'plugins' | 'clock'>): void {
  app.withTypeProvider<ZodTypeProvider>().get('/oaserver/sap/interfaces', {
    config: { access: needs(canPosting.view), resource: 'sap' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) },
  }, async () => {
    const uses = (call: string) =>
      plugins.flatMap(({ forms = [] }) =>
        forms.filter(({ posts = [] }) => posts.some((one) => one.call === call || one.reversal === call)).map((form) => bilingual(form))
      )
    const postings = postingCallNames.map((call) => {
      const found = interfaceOf(env, call)
      return { call, name: bilingual(names[call]), kind: 'posting' as const, ...(found ?
        described(found.taken) :
        { protocol: protocols.gateway, api: postingPaths[call], entity: null, isReleased: false, isChecked: false }),
        isSet: found !== undefined || sapSettings(env) !== undefined, forms: uses(call) }
    })
    const read = readingNames.map((name) => {
      const reading = isReadBySystem(env, name) ? systemReadings[name] : undefined
      const service = reading && serviceOf(reading.service)
      return { call: `sap.${name}`, name: bilingual(names[`sap.${name}`]), kind: 'reading' as const,
        protocol: service ? protocols[service.protocol] : protocols.gateway, api: service?.name ?? readings[name].path, entity: null,
        isReleased: service !== undefined, isChecked: false, isSet: service !== undefined || sapSettings(env) !== undefined, forms: [] }
    })
    const destination = sapDestination(env)
    const certificate = destination && 'certificate' in destination.signIn
      ? certificateState(destination.signIn.certificate, clock.now())
      : null
    return { system: destination?.url ?? null, certificate, gateway: sapSettings(env)?.url ?? null, interfaces: [...postings, ...read] }
  })
}

/** Names of all interfaces. */
const names: Readonly<Record<keyof typeof postingPaths | `sap.${SapReadName}`, Label>> = {
  'sap.asset': { cn: '资产主数据', en: 'Asset master record' },
  'sap.assetSettlement': { cn: '在建工程结转', en: 'Settlement of assets under construction' },
  'sap.vendor': { cn: '供应商', en: 'Supplier' },
  'sap.infoRecord': { cn: '采购信息记录', en: 'Purchasing info record' },
  'sap.condition': { cn: '销售价格条件', en: 'Condition record of a sales price' },
  'sap.agreement': { cn: '采购框架协议', en: 'Purchase outline agreement' },
  'sap.agreementClosing': { cn: '关闭采购框架协议', en: 'Closing of an outline agreement' },
  'sap.manufacturerPart': { cn: '制造商物料', en: 'Manufacturer part' },
  'sap.materialRevision': { cn: '物料版本', en: 'Material revision' },
  'sap.manufacturerPartDeletion': { cn: '删除制造商物料', en: 'Deletion of a manufacturer part' },
  'sap.purchaseRequisition': { cn: '采购申请', en: 'Purchase requisition' },
  'sap.materialDocument': { cn: '物料凭证', en: 'Material document' },
  'sap.materialDocumentCancellation': { cn: '冲销物料凭证', en: 'Cancellation of a material document' },
  'sap.reservation': { cn: '预留', en: 'Reservation' },
  'sap.reservationDeletion': { cn: '删除预留', en: 'Deletion of a reservation' },
  'sap.changeMaster': { cn: '工程变更号', en: 'Change number' },
  'sap.bomItems': { cn: 'BOM明细', en: 'Items of bills of material' },
  'sap.plannedRequirement': { cn: '计划独立需求', en: 'Planned independent requirement' },
  'sap.requisitionRelease': { cn: '批准采购申请', en: 'Release of a purchase requisition' },
  'sap.approvalResult': { cn: '审批结果回传', en: 'Outcome of an approval' },
  'sap.costCenters': { cn: '成本中心', en: 'Cost centers' },
  'sap.projects': { cn: '项目', en: 'Projects' },
  'sap.materials': { cn: '物料', en: 'Materials' },
  'sap.stock': { cn: '库存', en: 'Stock' },
  'sap.units': { cn: '计量单位', en: 'Units of measure' },
  'sap.subject': { cn: '会计科目', en: 'G/L accounts' },
  'sap.movement': { cn: '移动类型', en: 'Movement types' },
}

function described(taken: SapInterface) {
  if ('bapi' in taken)
    return { protocol: protocols.bapi, api: nameOfInterface(taken), entity: null, isReleased: true, isChecked: taken.testRun !== undefined }
  const protocol = protocols[serviceOf(taken.service).protocol]
  if ('bomItems' in taken) return { protocol, api: taken.service, entity: taken.bomItems, isReleased: true, isChecked: true }
  if ('releases' in taken) return { protocol, api: taken.service, entity: taken.releases, isReleased: true, isChecked: false }
  if (!('set' in taken))
    return { protocol, api: taken.service, entity: 'call' in taken ? taken.call : taken.changes, isReleased: true, isChecked: false }
  return { protocol, api: taken.service, entity: taken.set, isReleased: true, isChecked: taken.onlyValidates !== undefined }
}
