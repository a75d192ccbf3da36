// The icons of all pages, in the colour of the text beside them.

const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  receive: 'M12 3v9m-4-4 4 4 4-4M4 14v5h16v-5M4 14h4l1.5 2h5L16 14h4',
  box: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10',
  quote: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M16 4.5a3.2 3.2 0 0 1 0 6M17.5 14.8c2.2.6 3.5 2.4 3.5 5.2',
  place: 'M4 4v17M20 4v17M4 9h16M4 15h16M7 9V5.5h4V9M13 15v-3.5h4V15',
  ship: 'M3 15h18l-2.5 5H6zM6 15V9h12v6M9 9V5h5v4',
  storage: 'M3 9l9-5 9 5v11H3zM7 20v-7h10v7M7 16.5h10',
  invoice: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  cash: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 10v4M18 10v4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  card: 'M4 5h16v14H4zM4 10h16M10 10v9',
  exchange: 'M4 9h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
  business: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  operator: 'M4 21V9l8-5 8 5v12M4 21h16M9 21v-6h6v6M9 11h.1M15 11h.1',
  webhook: 'M5 12h4m6 0h4M9 8v8h6V8zM2 12h1M21 12h1',
  log: 'M5 6h14M5 10h14M5 14h9M5 18h6',
  staff: 'M4 5h16v14H4zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 16c.3-1.6 1.4-2.4 3-2.4s2.7.8 3 2.4M15 10h3M15 14h3',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.2-6 7.5-6s7 2 7.5 6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7 9v6M10.5 9v6M13.5 9v6M17 9v6',
  camera: 'M4 8h4l1.5-3h5L16 8h4v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19 7',
  alert: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  cross: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, sizePx = 18 }: { name: IconName; sizePx?: number }) => (
  <svg
    width={sizePx}
    height={sizePx}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
)
