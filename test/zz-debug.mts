import pg from 'pg'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgres } from './support/engines.ts'
import { startStormReceiver } from './support/webhook-storm.ts'
import { importAir } from './support/requests.ts'
const KEY='wb_test_webhook_storm_00000000'
const store = await postgres.freshDb()
const start = async () => {
  const c = spawn(process.execPath, ['bin/waybill.js','serve'], { env: { PATH: process.env.PATH, PORT:'0', WAYBILL_LOG_LEVEL:'warn', WAYBILL_RATE_LIMIT:'0', ...store.env, WAYBILL_DEMO_TEST_KEY: KEY, WAYBILL_WEBHOOK_RETRY_SECONDS: ['0','0.1','0.2',...Array(37).fill('0.4')].join(','), WAYBILL_WEBHOOK_TIMEOUT_MS:'1000' } as any, stdio:['ignore','pipe','inherit'] })
  for await (const l of createInterface(c.stdout)) { const m=/ready at (\S+)/.exec(l); if (m) return { url: m[1]!, c } }
  throw 0
}
const servers = [await start(), await start()]
const r = await startStormReceiver(2)
const call = async (t: number, m: string, p: string, b: any) => { const x = await fetch(servers[t%2]!.url+p,{method:m,headers:{'x-api-key':KEY,'content-type':'application/json'},body:JSON.stringify(b)}); return x.json() as any }
const q = await call(0,'POST','/v1/parcel_quotes',{parcel: importAir({packages: Array(30).fill({weight:1})})})
const b = await call(0,'POST',`/v1/packages/${q.parcel_quote_id}/create_shipment`,{})
const ids = b.parcel_details.parcels.map((p:any)=>p.parcel_id)
for (let i=0;i<2;i++) r.trust(i,(await call(0,'POST','/v1/webhook_endpoints',{url:r.urlOf(i),event_types:['package.held','package.released']})).secret)
for (const u of Object.values(r.deadUrls)) await call(0,'POST','/v1/webhook_endpoints',{url:u,event_types:['package.held','package.released']})
r.failShare = Number(process.env.FS ?? 0.3)
const admin = new pg.Client(store.url); await admin.connect()
let stop=false
const watch = (async()=>{ while(!stop){ await sleep(500); const {rows}=await admin.query("select wait_event_type, wait_event, state, left(query,90) q, now()-query_start as age from pg_stat_activity where datname=current_database() and pid<>pg_backend_pid() and state<>'idle'"); const {rows:p}=await admin.query("select endpoint_id, status, count(*) from webhook_deliveries group by 1,2 order by 1,2"); console.log(new Date().toISOString(), rows.map((x:any)=>`${x.state} ${x.wait_event_type}/${x.wait_event} ${x.q.replace(/\s+/g,' ')}`), p.map((x:any)=>`${x.endpoint_id.slice(-4)} ${x.status} ${x.count}`).join(', ')) ; const {rows:d}=await admin.query("select deadlocks, xact_commit, xact_rollback from pg_stat_database where datname=current_database()"); console.log(JSON.stringify(d)) } })()
const t0=Date.now(); let n=0
await Promise.all(Array.from({length:6},async(_,s)=>{ for(let i=s;n<300;i+=6){ await call(i,'POST',`/v1/packages/${ids[i%30]}/notices`,{action:i%60<30?'hold':'release'}); n++; await sleep(Math.max(0,t0+n*1000/60-Date.now())) } }))
console.log('produced', Date.now()-t0)
for (let k=0;k<30;k++){ await sleep(1000); const {rows}=await admin.query("select count(*) c from webhook_deliveries d join webhook_endpoints e on e.id=d.endpoint_id where status='pending' and url like '%/_'"); if (Number(rows[0].c)===0) break }
console.log('arrived', Date.now()-t0, r.endpoints.map(e=>e.accepted.length))
stop=true; await watch; await admin.end(); for (const s of servers) s.c.kill('SIGKILL'); await r.close(); await store.drop()
