/** Changes a voucher's buyer to the demo company's first enterprise. */
export const issuedToUs = (xml: string): string =>
  xml.replaceAll('江苏示例&amp;制造有限公司', '苏州宏岳电子有限公司').replaceAll('91320000BUYER00001', '91320594MA1X8Q7T2K')
