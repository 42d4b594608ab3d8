import { chromium } from 'playwright'
const url=process.argv[2]??'http://127.0.0.1:8480'; const acct=JSON.parse(process.argv[3]??'null')
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'})
async function watch(page){const s=await page.context().newCDPSession(page);await s.send('Network.enable');const m=new Map();
 s.on('Network.requestWillBeSent',e=>m.set(e.requestId,{url:e.request.url,n:0,h:0,t:e.type}));
 s.on('Network.responseReceived',e=>{const r=m.get(e.requestId);if(r){r.h=e.response.encodedDataLength;r.c=e.response.fromDiskCache;r.s=e.response.status}});
 s.on('Network.loadingFinished',e=>{const r=m.get(e.requestId);if(r){r.n=e.encodedDataLength-r.h;r.f=1}});return m}
const show=(m,title)=>{let t=0,n=0;console.log('\n== '+title);for(const r of m.values()){t+=Math.max(0,r.n);n++;console.log(String(r.n).padStart(8),r.s??'',r.c?'cache':'',r.t,r.url.replace(url,'').slice(0,110))}console.log('total',t,'requests',n);m.clear()}
const ctx=await b.newContext({locale:'zh-CN'});const p=await ctx.newPage();const m=await watch(p)
await p.goto(url+'/#/login').catch(()=>{});await p.waitForSelector('input[type=password]');await p.waitForTimeout(2500);show(m,'sign-in')
if(acct){await p.fill('input[name=account]',acct[0]).catch(()=>p.locator('form input').first().fill(acct[0]));await p.fill('input[type=password]',acct[1]);await p.keyboard.press('Enter');await p.waitForSelector('main a',{timeout:20000});await p.waitForTimeout(1000)
 const st=await ctx.storageState();await ctx.close();
 const c2=await b.newContext({locale:'zh-CN',storageState:st});const q=await c2.newPage();const k=await watch(q)
 await q.goto(url+'/#/station').catch(()=>{});await q.waitForSelector('main table a, main a',{timeout:20000});await q.waitForTimeout(2500);show(k,'list '+q.url())
 const links=await q.$$eval('header nav a',l=>l.map(a=>a.getAttribute('href')));console.log(links)
 const dev=links.find(l=>/device/.test(l))??links[1]; const t=Date.now(); k.clear()
 await q.waitForTimeout(9000);for(const r of k.values())if(r.t==="Other")console.log("ahead",r.n,r.url.slice(21,80));k.clear();await q.hover(`header nav a[href="${dev}"]`);await q.waitForTimeout(150);const mark=k.size;await q.click(`header nav a[href="${dev}"]`);await q.waitForTimeout(3000);show(k,'into '+dev+' after hover '+mark)
 k.clear();const r=await c2.newPage();await q.close();const k3=await watch(r);await r.goto(url+'/#/station');await r.waitForSelector('main a');await r.waitForTimeout(2500);show(k3,'second visit')
}
await b.close()
