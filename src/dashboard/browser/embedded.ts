/** The page around the frame sets its height to that of its content. */
document.body.style.minHeight = '0';
new ResizeObserver(() => {
  parent.postMessage({ footfallHeight: Math.ceil(document.body.offsetHeight) }, '*');
}).observe(document.body);
